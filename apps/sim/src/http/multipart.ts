/** One part of a multipart/form-data body. */
export interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string | undefined;
  readonly data: Buffer;
}

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/** Returns the parts of a body, or null if it does not match its boundary (RFC 7578). */
export function parseMultipart(body: Buffer, contentType: string): Part[] | null {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2];
  if (!mark) return null;
  const delimiter = Buffer.from(`--${mark}`);
  const parts: Part[] = [];
  let at = body.indexOf(delimiter);
  if (at < 0) return null;
  for (;;) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString('latin1') === '--') return parts;
    const next = body.indexOf(delimiter, start);
    if (next < 0) return null;
    const part = parsePart(body.subarray(start + CRLF.length, next - CRLF.length));
    if (!part) return null;
    parts.push(part);
    at = next;
  }
}

function parsePart(bytes: Buffer): Part | null {
  const end = bytes.indexOf(HEADERS_END);
  if (end < 0) return null;
  const headers = bytes.subarray(0, end).toString('utf8');
  const name = /[;\s]name="([^"]*)"/i.exec(headers)?.[1];
  if (name === undefined) return null;
  return {
    name,
    filename: /filename="([^"]*)"/i.exec(headers)?.[1],
    contentType: /content-type:\s*([^\r\n]+)/i.exec(headers)?.[1],
    data: bytes.subarray(end + HEADERS_END.length),
  };
}
