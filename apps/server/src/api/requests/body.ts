import multipart from '@fastify/multipart';
import type { AnyEndpoint } from '@tally/contract';
import { AppError, type UploadedFile } from '@tally/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bytesText } from '../answers/refusal.ts';

/** Reads JSON and multipart. Refuses other types and names the right one. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Keys that would reach a prototype are dropped, like all unknown keys.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(['application/json', 'text/json'], { parseAs: 'string' }, (request, text: string, done) => {
    // Clients also set the type on calls without a body.
    if (text.length === 0) return done(null, undefined);
    request.bodyText = text;
    return parse(request, text, done);
  });
}

/** Registered only for uploads, because the reader adds a listener to every request in its scope. */
export async function readForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { throwFileSizeLimit: true });
}

/** Returns the type that the endpoint accepts, for refusals and for the check of the declared length. */
export const mediaTypeOf = (endpoint: AnyEndpoint): string =>
  endpoint.upload ? 'multipart/form-data' : 'application/json';

const formLimits = { files: 1, fields: 20, fieldSize: 16_384, fieldNameSize: 100, headerPairs: 50 };

/** The overhead of a multipart body: its fields and the lines between the parts. */
const FORM_BYTES = 64 * 1024;

export const maxBytesOf = (endpoint: AnyEndpoint): number => endpoint.upload?.maxBytes ?? endpoint.maxBodyBytes;

/** Compressed bodies are refused, because a few kilobytes could become gigabytes. */
export function refuseEncodedBody(request: FastifyRequest, endpoint: AnyEndpoint): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new AppError('unsupportedMediaType', { expected: mediaTypeOf(endpoint) });
  }
}

const tooLarge = (maxBytes: number) => new AppError('tooLarge', { max: bytesText(maxBytes) });

export interface Form {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly file: UploadedFile | undefined;
}

type Upload = NonNullable<AnyEndpoint['upload']>;

export async function readForm(request: FastifyRequest, upload: Upload): Promise<Form> {
  if (!request.isMultipart()) throw new AppError('unsupportedMediaType', { expected: 'multipart/form-data' });
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > upload.maxBytes + FORM_BYTES) throw tooLarge(upload.maxBytes);

  try {
    return await readFormParts(request, upload);
  } catch (error) {
    // Errors of the parser itself have neither code nor status, and all concern the received bytes.
    if (error instanceof AppError || (error instanceof Error && 'code' in error)) throw error;
    throw new AppError('badRequest');
  }
}

async function readFormParts(request: FastifyRequest, upload: Upload): Promise<Form> {
  const fields = Object.create(null) as Record<string, unknown>;
  let file: UploadedFile | undefined;
  for await (const part of request.parts({ limits: { ...formLimits, fileSize: upload.maxBytes } })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge(formLimits.fieldSize);
      fields[part.fieldname] = part.value;
    } else if (part.fieldname === upload.field) {
      file = { fileName: part.filename, contentType: part.mimetype, bytes: await part.toBuffer() };
    } else part.file.resume();
  }
  return { fields, file };
}
