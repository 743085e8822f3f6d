/// The names of parameters and members for paging, as `HumanName.key` spells them. The engine, which knows no document, has
/// `PageWords`.
package enum PagingNames {
    /// Members that say how many rows there are in all, in the order of trust.
    package static let totals = NameClass(
        """
        total totalcount totalitems totalresults totalrecords totalrows totalentries totalhits totalnumber recordstotal
        numfound itemcount resultcount
        """, Dialect.all.flatMap(\.totals))
    /// Header fields that say how many rows there are in all.
    package static let totalHeaders = NameClass("xtotal totalcount xtotalcount xpaginationtotalcount")
    /// Header fields that say how many pages there are.
    package static let pageCountHeaders = NameClass("xtotalpages totalpages")
    package static let numberHeader = "xpage"
    package static let sizeHeader = "xperpage"
    /// Parts of the names of other header fields about the page.
    package static let headerWords = ["page", "cursor", "next", "prev"]
    /// Members that say how many pages there are, or which is the last.
    package static let pageCounts = NameClass("totalpages pages pagecount lastpage")
    /// Members that say how many rows a page has.
    package static let pageSizes = NameClass("perpage pagesize limit itemsperpage")
    /// Members that say how many rows this page has.
    package static let rowCounts = NameClass("count size numberofelements")
    /// Members that say which page this is.
    package static let pageNumbers = NameClass("page currentpage pagenumber")
    /// Members that say with which row the page begins.
    package static let starts = NameClass("offset skip start")
    /// Members that say whether a page comes before.
    package static let befores = NameClass("hasprevious hasprev haspreviouspage hasprevpage")
    /// Words that lead back, in place of "next".
    package static let previous = ["previous", "prev"]
    /// Addresses in an object about a page.
    package static let addresses = ["href", "url", "uri"]
    /// Members for all rows at some servers and for those of the page at others.
    static let counts = NameClass("count")
    /// Members for whether a page is the last one.
    static let lasts = NameClass("last islast islastpage lastpage")
    /// Members for the number of a page.
    static let numbers = NameClass("page number pagenumber currentpage pageindex current")
    static let cursors = NameClass(
        """
        cursor nextcursor pagecursor pageafter after startingafter startafter pagetoken nexttoken nextpagetoken
        continuationtoken continuation continue starttoken startingtoken marker scrollid bookmark pagestate
        exclusivestartkey searchafter syncpagetoken aftercursor startcursor paginationtoken pagingtoken
        """)
    static let pages = NameClass("page pagenumber pageno pageindex pagenum pagenr currentpage p")
    static let offsets = NameClass(
        """
        offset skip start startindex startat firstresult pageoffset rowoffset startrow firstrecord startposition
        idisplaystart
        """)
    /// Names that mean an offset only beside a number of rows.
    static let offsetsBesideSize = NameClass("from")
    /// Query parameters with the number of rows of a page.
    package static let sizes = NameClass(
        """
        limit perpage pagesize pagelimit size count take top maxresults maxitems pagecount itemsperpage resultsperpage
        recordsperpage hitsperpage maxcount pagemaxresults maxpagesize rows idisplaylength num first
        """)
    /// Parameters that the addresses of a `Link` header have.
    package static let ofLinks = NameClass("after cursor offset page pagenumber")
    static let backward = NameClass("before prevcursor previouscursor endingbefore pagebefore beforecursor around")
    /// Parameters that take the last row's id, without a cursor in the answer.
    static let lastRow = NameClass("startingafter startafter after afterid lastid fromid sinceid")
    /// Parameters that take the last row's id where rows run down.
    static let lastRowDown = NameClass("before beforeid maxid")
    /// Those of both that take nothing but an id.
    static let lastRowIDs = NameClass("startingafter afterid lastid sinceid beforeid maxid")
    /// Those that ask for what is newer than a row.
    static let newer = NameClass("sinceid")
    /// Members that say whether another page follows, in the order of trust.
    package static let mores = NameClass("hasmore hasnext hasnextpage hasmoreitems hasmorepages more morepages")
    /// The place of the next page in an answer, in the order of trust.
    package static let nexts = NameClass(
        "", Dialect.all.flatMap(\.nexts) + nextCursors.names + nextURLs.names,
        "nextpage next continue cursor after marker scrollid bookmark lastevaluatedkey")
    private static let nextCursors = NameClass(
        "nextcursor nexttoken continuationtoken nextcontinuationtoken nextmarker nextpagecursor endcursor")
    /// Those of them that are URLs whatever the schema says.
    static let nextURLs = NameClass(
        "nextlink nexturl nextpageurl nextpagelink nexthref nexturi nextpageuri", Dialect.all.flatMap(\.nextURLs))
    /// Objects that are about the page.
    static let wrappers = NameClass("meta metadata pagination paging page pageinfo links cursors hits responsemetadata")
}
