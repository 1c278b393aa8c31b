/** Returns the text of the first element with this name. We read only flat responses from the storage. */
export const readField = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

export const readAll = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&amp;': '&',
};
export const unescapeXml = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|#34|apos|amp);/g, (entity) => entities[entity] ?? entity);

export const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`);
