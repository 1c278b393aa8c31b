/**
 * Returns the network of an IP address: /24 for IPv4, /48 for IPv6. This is enough to recognize one's own location, but
 * too little to locate a person.
 */
export function prefixOf(ip: string): string {
  const v4 = /^(?:::ffff:)?(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/i.exec(ip);
  if (v4) return `${v4[1]}.${v4[2]}.${v4[3]}.0/24`;
  if (!ip.includes(':')) return '';
  const [head, tail] = ip.split('::') as [string, string?];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  const groups = [...front, ...zeros, ...back].slice(0, 3).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/48`;
}
