/** Elements without an end tag (HTML standard 13.1.2, plus obsolete ones). */
export const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
)

/** Elements that do not separate words: "un<b>believ</b>able". */
export const INLINE_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q s samp small span strike strong
sub sup time tt u var wbr`.split(/\s+/),
)
