import APIDocument

/// What parameters and members that serve paging are called, as `HumanName.key` spells them.
public enum PagingNames {
    /// Members that say how many rows there are in all, in the order of trust.
    public static let totals = [
        "total", "totalcount", "totalelements", "totalitems", "totalresults", "totalrecords", "totalrows",
        "totalentries", "totalsize", "totalhits", "totalnumber", "recordstotal", "numfound", "odatacount",
        "hydratotalitems", "itemcount", "resultcount",
    ]
    static let cursors: Set<String> = [
        "cursor", "nextcursor", "pagecursor", "pageafter", "after", "startingafter", "startafter", "pagetoken",
        "nexttoken",
        "nextpagetoken", "continuationtoken", "continuation", "continue", "starttoken", "startingtoken", "marker",
        "scrollid", "bookmark", "pagestate", "exclusivestartkey", "searchafter", "syncpagetoken", "aftercursor",
        "startcursor", "paginationtoken", "pagingtoken",
    ]
    static let pages: Set<String> = [
        "page", "pagenumber", "pageno", "pageindex", "pagenum", "pagenr", "currentpage", "p",
    ]
    static let offsets: Set<String> = [
        "offset", "skip", "start", "startindex", "startat", "firstresult", "pageoffset", "rowoffset", "startrow",
        "firstrecord", "startposition", "idisplaystart",
    ]
    /// Names that mean an offset only beside a number of rows.
    static let offsetsBesideSize: Set<String> = ["from"]
    static let sizes: Set<String> = [
        "limit", "perpage", "pagesize", "pagelimit", "size", "count", "take", "top", "maxresults", "maxitems",
        "pagecount",
        "itemsperpage", "resultsperpage", "recordsperpage", "hitsperpage", "maxcount", "pagemaxresults", "maxpagesize",
        "rows", "idisplaylength",
        "num", "first",
    ]
    /// Whether a query parameter of that name says how many rows a page has.
    package static func isSize(_ name: String) -> Bool { sizes.contains(HumanName.key(name)) }

    static let backward: Set<String> = [
        "before", "prevcursor", "previouscursor", "endingbefore", "pagebefore", "beforecursor", "around",
    ]
    /// Parameters that take the last row's id, without a cursor in the answer.
    static let lastRow: Set<String> = [
        "startingafter", "startafter", "after", "afterid", "lastid", "fromid", "sinceid",
    ]
    /// Parameters that take the last row's id where rows run down.
    static let lastRowDown: Set<String> = ["before", "beforeid", "maxid"]
    /// Those of both that take nothing but an id.
    static let lastRowIDs: Set<String> = ["startingafter", "afterid", "lastid", "sinceid", "beforeid", "maxid"]
    /// Those that ask for what is newer than a row.
    static let newer: Set<String> = ["sinceid"]
    /// Members that say whether another page follows, in the order of trust.
    package static let mores = [
        "hasmore", "hasnext", "hasnextpage", "hasmoreitems", "hasmorepages", "more", "morepages",
    ]
    /// Where an answer says what comes next, in the order of trust.
    static let nexts = [
        "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "nextcontinuationtoken", "nextmarker",
        "nextpagecursor", "endcursor", "nextlink", "odatanextlink", "nexturl", "nextpageurl", "nextpagelink",
        "nexthref", "nexturi", "nextpageuri", "nextpage", "next", "continue", "cursor", "after",
        "marker", "scrollid", "bookmark", "lastevaluatedkey",
    ]
    /// Those of them that are URLs whatever the schema says.
    static let nextURLs: Set<String> = [
        "nextlink", "odatanextlink", "nexturl", "nextpageurl", "nextpagelink", "nexthref", "nexturi", "nextpageuri",
    ]
    /// Objects that are about the page.
    static let wrappers: Set<String> = [
        "meta", "metadata", "pagination", "paging", "page", "pageinfo", "links", "cursors", "responsemetadata",
    ]
}
