import type { IncomingMessage } from 'node:http';
import { readBody } from '../../http/body.ts';
import { parseMultipart } from '../../http/multipart.ts';
import { ApiError, formError } from '../rules/errors.ts';
import { checkBody, hasSchemas, loadSchemas } from '../rules/schema.ts';
import type { Route, Upload } from './route.ts';

export interface Read {
  readonly body: unknown;
  readonly uploads: readonly Upload[];
}

const NO_UPLOADS: readonly Upload[] = [];
const LARGEST_FILE = 10 * 1024 * 1024;
const MOST_FILES = 10;

/** Reads and checks the body of a call, as its route requires. */
export async function readCall(req: IncomingMessage, route: Route): Promise<Read> {
  if (route.body === undefined) {
    req.resume();
    return { body: undefined, uploads: NO_UPLOADS };
  }
  const bytes = await readBody(req);
  const contentType = req.headers['content-type'] ?? '';
  if (typeof route.body === 'object' && 'form' in route.body) {
    if (!contentType.startsWith('application/x-www-form-urlencoded')) {
      throw formError(
        'content_type',
        'CONTENT_TYPE_INVALID',
        'Expected "Content-Type" header to be application/x-www-form-urlencoded.',
      );
    }
    return { body: new URLSearchParams(bytes.toString('utf8')), uploads: NO_UPLOADS };
  }
  if (!hasSchemas()) await loadSchemas();
  const read = contentType.startsWith('multipart/form-data')
    ? readMultipart(bytes, contentType)
    : readJson(bytes, contentType);
  if (typeof route.body === 'string') {
    return { body: checkBody(route.body, read.body), uploads: read.uploads };
  }
  // The schema depends on the addressed object, but the body is always an object or a list.
  if (typeof read.body !== 'object' || read.body === null)
    throw formError([], 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType');
  return read;
}

function readJson(bytes: Buffer, contentType: string): Read {
  if (bytes.length === 0) return { body: {}, uploads: NO_UPLOADS };
  if (!contentType.startsWith('application/json')) {
    // https://docs.discord.com/developers/reference#http-api
    throw formError(
      '_misc',
      'CONTENT_TYPE_INVALID',
      'Expected "Content-Type" header to be one of {application/json, multipart/form-data}.',
    );
  }
  return { body: parseJson(bytes.toString('utf8')), uploads: NO_UPLOADS };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(50109);
  }
}

/** Reads `payload_json` and `files[n]`. https://docs.discord.com/developers/reference#uploading-files */
function readMultipart(bytes: Buffer, contentType: string): Read {
  const parts = parseMultipart(bytes, contentType);
  if (!parts) throw new ApiError(50035);
  const payload = parts.find((part) => part.name === 'payload_json');
  const fields: Record<string, string> = {};
  const uploads: Upload[] = [];
  for (const part of parts) {
    if (part === payload) continue;
    if (part.filename === undefined) {
      fields[part.name] = part.data.toString('utf8');
      continue;
    }
    if (part.data.length > LARGEST_FILE) throw new ApiError(40005);
    const index = Number(/^files\[(\d+)\]$/.exec(part.name)?.[1] ?? uploads.length);
    uploads.push({ index, filename: part.filename, contentType: part.contentType, data: part.data });
  }
  if (uploads.length > MOST_FILES)
    throw formError('files', 'BASE_TYPE_MAX_LENGTH', `Must be ${MOST_FILES} or fewer in length.`);
  return { body: payload ? parseJson(payload.data.toString('utf8')) : fields, uploads };
}
