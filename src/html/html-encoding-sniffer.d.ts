declare module 'html-encoding-sniffer' {
  /** The WHATWG name of the encoding of `bytes`, by BOM, transport label, declaration, or the default. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: {
      readonly xml?: boolean
      readonly transportLayerEncodingLabel?: string
      readonly defaultEncoding?: string
      readonly maxPrescanBytes?: number
    },
  ): string
}
