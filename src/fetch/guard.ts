/**
 * The address guard: which addresses a crawler may connect to. Pages choose the names that we resolve, so without the guard any page could
 * make us read the router, the cloud's metadata service or a neighbor's database. It checks the resolved address at connect time, for every
 * hop, which rules out DNS rebinding.
 *
 * IPv4: everything except the special-purpose registry of RFC 6890. IPv6: only global unicast (2000::/3) without its special blocks.
 * Addresses that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are public if that one is.
 */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, cloud metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays, withdrawn
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
]

/** Within 2000::/3; everything outside it (loopback, unique-local, link-local, multicast, …) is refused anyway. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23], // protocol assignments, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['3fff::', 20], // documentation
]

const specialIpv4 = blockList(SPECIAL_IPV4, 'ipv4')
const specialIpv6 = blockList(SPECIAL_IPV6, 'ipv6')

/** `address` is a literal, IPv6 with or without brackets. Anything that is not an address, or has a zone, is not public. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4')
  const bare = address.startsWith('[') ? address.slice(1, -1) : address
  return isIPv6(bare) && !bare.includes('%') && isPublicIpv6(bare)
}

function isPublicIpv6(address: string): boolean {
  const words = wordsOf(address)
  const carried = carriedIpv4(words)
  if (carried !== undefined) return carried.every(ipv4 => !specialIpv4.check(ipv4, 'ipv4'))
  return words[0]! >> 13 === 1 && !specialIpv6.check(address, 'ipv6')
}

/** The IPv4 addresses inside a transition address; `undefined` for an ordinary one. */
function carriedIpv4(words: readonly number[]): readonly string[] | undefined {
  const starts = (...expected: number[]) => expected.every((word, at) => words[at] === word)
  if (starts(0, 0, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0, 0xffff)) return [ipv4At(words, 6)]
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return [ipv4At(words, 6)]
  if (starts(0x2002)) return [ipv4At(words, 1)]
  if (!starts(0x2001, 0)) return undefined
  const inverted = words.map(word => word ^ 0xffff)
  return [ipv4At(words, 2), ipv4At(inverted, 6)]
}

function ipv4At(words: readonly number[], at: number): string {
  const high = words[at]!
  const low = words[at + 1]!
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** The eight 16-bit words of a valid IPv6 address, whatever its spelling. */
function wordsOf(address: string): readonly number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${word(a, b)}:${word(c, d)}`)
  const [front = '', back] = hex.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...gap, ...tail].map(text => Number.parseInt(text, 16))
}

function word(high: string, low: string): string {
  return (Number(high) * 256 + Number(low)).toString(16)
}

function blockList(blocks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family)
  return list
}
