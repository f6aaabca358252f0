/** Meanings of RTF (1.9.1) control words, as far as they concern text. */

/** Destinations without text of the document. */
export const NO_TEXT = new Set(
  `fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf filetbl
revtbl listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl
mmathpr fldinst listtext pntext pntxta pntxtb bkmkstart bkmkend template private shppict nonshppict annotation atnid
atnauthor atnref atndate atnparent tc xe nextfile pgdsctbl do sp sn sv`.split(/\s+/),
)

export const CHARACTERS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  tab: '\t',
}

/** `\fcharset` numbers and the code page of their bytes. */
const CHARSETS: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
}

export const charsetNumbered = (number: number): string | undefined => CHARSETS[number]

export function codePage(number: number): string {
  return CODE_PAGES[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : 'windows-1252')
}
