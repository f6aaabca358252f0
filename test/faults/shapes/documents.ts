/** Parts of documents. Those of zip archives are the XML inside: `document-readers.ts` packs them. */
import { pdf } from '../../world/kinds/media.ts'
import { below, nested, numbered, repeated, type Shapes } from './parts.ts'

export const DOCX_SHAPES: Shapes = {
  'paragraphs of Word': numbered(n => `<w:p><w:r><w:t>word ${n}</w:t></w:r></w:p>`, '<w:document><w:body>'),
  'paragraphs inside each other': nested('<w:p>', '<w:t>word</w:t>'),
  'tables inside each other': nested('<w:tbl><w:tr><w:tc>', '<w:t>word</w:t>'),
  'cells of one row': repeated('<w:tc><w:p><w:t>x</w:t></w:p></w:tc>', '<w:tbl><w:tr>'),
  'tables of Word': repeated(
    '<w:tbl><w:tr><w:tc><w:p><w:t>x</w:t></w:p></w:tc></w:tr></w:tbl>',
    '<w:document><w:body>',
  ),
  'breaks without text': repeated('<w:br/>', '<w:p><w:t>x</w:t>'),
  'breaks in code': repeated('<w:br/><w:t>x</w:t>', '<w:p><w:pPr><w:pStyle w:val="code"/></w:pPr>'),
  'fields without end': repeated('<w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "'),
  'attributes of Word': repeated('a:b="c" ', '<w:p '),
  'links of Word': repeated('<w:hyperlink r:id="r1"><w:t>x</w:t></w:hyperlink>', '<w:p>'),
  'spaces and words of Word': repeated('<w:t> </w:t><w:t>x</w:t>', '<w:p>'),
}

export const XLSX_SHAPES: Shapes = {
  'cells of numbers': repeated('<c s="1"><v>1.5</v></c>', '<sheetData><row>'),
  'rows of far cells': repeated('<row><c r="XFD1"><v>1</v></c></row>'),
  'rows of one cell': repeated('<row><c><v>1</v></c></row>', '<sheetData>'),
  'cells from right to left': repeated('<c r="XFD1"><v>1</v></c><c r="A1"><v>1</v></c>', '<sheetData><row>'),
  'shared texts': repeated('<si><t>a</t></si>'),
  'formats of cells': numbered(n => `<numFmt numFmtId="${n}" formatCode="yyyy-mm-dd h:mm"/>`, '<numFmts>'),
  'a format without end': repeated('m', '<numFmts><numFmt numFmtId="1" formatCode="'),
}

export const PPTX_SHAPES: Shapes = {
  'paragraphs of slides': repeated('<a:p><a:r><a:t>word</a:t></a:r></a:p>', '<p:sp>'),
  'cells of slides': repeated('<a:tc><a:t>x</a:t></a:tc>', '<a:tbl><a:tr>'),
}

export const ODF_SHAPES: Shapes = {
  'paragraphs of OpenDocument': repeated('<text:p>word</text:p>', '<office:body>'),
  'lists inside each other': nested('<text:list><text:list-item>', '<text:p>word</text:p>'),
  spaces: repeated('<text:s text:c="1000000"/>', '<office:body><text:p>x'),
  'cells that are repeated': repeated(
    '<table:table-row><table:table-cell table:number-columns-repeated="99999"><text:p>abc</text:p></table:table-cell></table:table-row>',
    '<office:body><table:table>',
  ),
  'styles of OpenDocument': numbered(
    n => `<style:style style:name="a${n}" style:parent-style-name="a${n + 1}"/>`,
  ),
}

export const EPUB_SHAPES: Shapes = {
  'pages of a book': repeated('<p>word</p>', '<html><body>'),
  'divisions of a book': nested('<div>'),
  'tables of a book': nested('<table><tr><td>'),
  'rows of a book': repeated('<tr><td>x</td></tr>', '<table>'),
  'headings of a book': repeated('<h1>x</h1>'),
  'stress inside stress': nested('<b><i>', 'word'),
  'stressed words': repeated('<b>a</b> <code>b</code> ', '<p>'),
  'stress over many paragraphs': below('<b><i>', 1_000, '<p>word</p>'),
  'links of a book': below('<ul><li>', 1_000, '<a href="http://a.test/">x</a>'),
}

export const RTF_SHAPES: Shapes = {
  'groups without end': repeated('{', '{\\rtf1 '),
  'ends without groups': repeated('}', '{\\rtf1 '),
  'paragraphs of RTF': repeated('\\pard x\\par ', '{\\rtf1 '),
  'rows of RTF': repeated('\\trowd x\\cell\\row\\pard ', '{\\rtf1 '),
  'bytes of RTF': repeated("\\'e9", '{\\rtf1 '),
  'fonts of RTF': repeated(
    "\\f1\\'e9\\f0\\'e9",
    '{\\rtf1{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}',
  ),
  'words of RTF': repeated('\\a', '{\\rtf1 '),
  'characters of RTF': repeated('\\u233?', '{\\rtf1 '),
  'links of RTF': repeated('{\\field{\\*\\fldinst HYPERLINK "a"}{\\fldrslt x}}', '{\\rtf1 '),
  'a name without end': repeated('x', '{\\rtf1{\\info{\\title '),
}

const inPdf = (content: (size: number) => Buffer) => (size: number) => pdf(content(size).toString('latin1'))

export const PDF_SHAPES: Shapes = {
  'text of a PDF': inPdf(repeated('word ')),
  'objects of a PDF': numbered(n => `${n} 0 obj << /A [${n + 1} 0 R] >> endobj\n`, '%PDF-1.4\n'),
  'open dictionaries': repeated('<<', '%PDF-1.4\n1 0 obj '),
  'objects that are never closed': repeated('4 0 obj\n<< /A\n', '%PDF-1.4\n'),
  'names of a PDF': numbered(n => `/N${n} `, '%PDF-1.4\n1 0 obj << '),
  'open lists': repeated('[', '%PDF-1.4\n1 0 obj '),
  'a PDF of noise': size => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size, 'endobj obj ')]),
}

const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\b\0\0\0\0\0\0\0\0', 'latin1')
const after = (head: Buffer, unit: Buffer) => (size: number) =>
  Buffer.concat([head, Buffer.alloc(size, unit)])

export const IMAGE_SHAPES: Shapes = {
  'empty chunks': after(PNG_HEAD, Buffer.from('\0\0\0\0tEXt\0\0\0\0', 'latin1')),
  'segments of a JPEG': after(Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xe1, 0, 2])),
  'fill bytes': after(Buffer.from([0xff, 0xd8]), Buffer.from([0xff])),
  'sizes of a HEIC': after(
    Buffer.from('\0\0\0\x18ftypheic', 'latin1'),
    Buffer.from('ispe\0\0\0\0\0\0\0\x01'),
  ),
  'entries of a TIFF': after(
    Buffer.from('II*\0\b\0\0\0\xff\xff', 'latin1'),
    Buffer.from('\x0e\x01\x02\0\xff\xff\xff\0\0\0\0\0', 'latin1'),
  ),
}

export const MEDIA_SHAPES: Shapes = {
  'frames of ID3': after(
    Buffer.from('ID3\x03\0\0\0\x7f\x7f\x7f', 'latin1'),
    Buffer.from('TIT2\0\0\0\x02\0\0\0x', 'latin1'),
  ),
  'boxes of MP4': after(
    Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'),
    Buffer.from('\0\0\0\x08free', 'latin1'),
  ),
  'pages of Ogg': after(Buffer.alloc(0), Buffer.from(`OggS\0\x02${'\0'.repeat(20)}\x01\x01x`, 'latin1')),
  'chunks of RIFF': after(
    Buffer.from('RIFF\xff\xff\xff\x7fWAVE', 'latin1'),
    Buffer.from('LIST\x04\0\0\0INFO', 'latin1'),
  ),
  'elements of Matroska': after(
    Buffer.from('\x1aE\xdf\xa3\x80', 'latin1'),
    Buffer.from('\x18S\x80g\x80', 'latin1'),
  ),
}
