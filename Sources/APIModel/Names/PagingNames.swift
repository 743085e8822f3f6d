/// The names of parameters and members for paging, as `HumanName.key` spells them. The engine, which knows no document, has
/// `PageWords`.
package enum PagingNames {
    /// Members with the total number of rows, the most reliable first.
    package static let totals = NameClass(
        """
        total totalcount totalitems totalresults totalrecords totalrows totalentries totalhits totalnumber recordstotal
        numfound itemcount resultcount
        """, Dialect.all.flatMap(\.totals))
    /// Header fields with the total number of rows.
    package static let totalHeaders = NameClass("xtotal totalcount xtotalcount xpaginationtotalcount paginationcount")
    /// Header fields with the number of pages.
    package static let pageCountHeaders = NameClass("xtotalpages totalpages")
    package static let numberHeader = "xpage"
    package static let sizeHeader = "xperpage"
    /// Words in the names of other header fields about the page.
    package static let headerWords = ["page", "cursor", "next", "prev"]
    /// Members with the number of pages or the last page.
    package static let pageCounts = NameClass("totalpages pages pagecount lastpage")
    /// Members with the page size.
    package static let pageSizes = NameClass("perpage pagesize limit itemsperpage")
    /// Members with the number of rows on this page.
    package static let rowCounts = NameClass("count size numberofelements")
    /// Members with the number of this page.
    package static let pageNumbers = NameClass("page currentpage pagenumber")
    /// Members with the number of the page's first row.
    package static let starts = NameClass("offset skip start")
    /// Members for whether a previous page exists.
    package static let befores = NameClass("hasprevious hasprev haspreviouspage hasprevpage")
    /// Words for the previous page, in place of "next".
    package static let previous = ["previous", "prev"]
    /// Members with the URLs of the first and the last page.
    package static let firstPages = NameClass("first firstpage firsturl firstpageurl firstlink firsthref")
    package static let lastPages = NameClass("last lastpage lasturl lastpageurl lastlink lasthref")
    /// URLs in an object that describes a page.
    package static let addresses = ["href", "url", "uri"]
    /// Members with the total on some servers and the page's row count on others.
    static let counts = NameClass("count")
    /// Members for whether a page is the last one.
    static let lasts = NameClass("last islast islastpage lastpage")
    /// Members with the number of a page.
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
    /// Names that mean an offset only beside a page size.
    static let offsetsBesideSize = NameClass("from")
    /// Query parameters with the page size.
    package static let sizes = NameClass(
        """
        limit perpage pagesize pagelimit size count take top maxresults maxitems pagecount itemsperpage resultsperpage
        recordsperpage hitsperpage maxcount pagemaxresults maxpagesize rows idisplaylength num first
        """)
    /// Paging parameters in the URLs of a `Link` header.
    package static let ofLinks = NameClass("after cursor offset page pagenumber")
    static let backward = NameClass("before prevcursor previouscursor endingbefore pagebefore beforecursor around")
    /// Parameters that take the last row's id; the reply has no cursor.
    static let lastRow = NameClass("startingafter startafter after afterid lastid fromid sinceid")
    /// Parameters that take the last row's id if rows descend.
    static let lastRowDown = NameClass("before beforeid maxid")
    /// The names of both that can only take an id.
    static let lastRowIDs = NameClass("startingafter afterid lastid sinceid beforeid maxid")
    /// Parameters that ask for rows newer than the id.
    static let newer = NameClass("sinceid")
    /// Members for whether another page follows, the most reliable first.
    package static let mores = NameClass("hasmore hasnext hasnextpage hasmoreitems hasmorepages more morepages")
    /// Members with the cursor or URL of the next page, the most reliable first.
    package static let nexts = NameClass(
        "", Dialect.all.flatMap(\.nexts) + nextCursors.names + nextURLs.names,
        "nextpage next continue cursor after marker scrollid bookmark lastevaluatedkey")
    private static let nextCursors = NameClass(
        "nextcursor nexttoken continuationtoken nextcontinuationtoken nextmarker nextpagecursor endcursor")
    /// Members that are URLs even if the schema does not declare it.
    static let nextURLs = NameClass(
        "nextlink nexturl nextpageurl nextpagelink nexthref nexturi nextpageuri", Dialect.all.flatMap(\.nextURLs))
    /// Objects that describe the page.
    static let wrappers = NameClass("meta metadata pagination paging page pageinfo links cursors hits responsemetadata")
}
