import { type REST, RequestMethod } from '@discordjs/rest';
import { z } from 'zod';

export interface Call<S extends z.ZodType> {
  /** Our name for the call in metrics, logs and remembered limits. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly answer: S;
  /** The query of the URL. A list repeats its key. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly files?: readonly FileToSend[];
  /** The reason that the server's audit log shows. */
  readonly reason?: string | undefined;
  /** The authorization: the bot's (default), a person's token, or none (the URL itself holds a secret). */
  readonly as?: { readonly bearer: string } | 'nobody';
  /** The key under which to remember that a webhook is gone, or a limit that Discord does not report in headers. */
  readonly door?: string;
  /** Discord limits edits of single messages. Then only this key is blocked, and `door` stays open. */
  readonly innerDoor?: string;
  readonly signal?: AbortSignal | undefined;
  /** True for paths without the API version, which are the OAuth2 ones. */
  readonly isUnversioned?: boolean;
}

export interface FileToSend {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export type Send = <S extends z.ZodType>(call: Call<S>) => Promise<z.output<S>>;

/** The schema for calls without a response, or with one that we do not need. */
export const nothing = z.unknown().transform(() => undefined);

const methods = {
  GET: RequestMethod.Get,
  POST: RequestMethod.Post,
  PUT: RequestMethod.Put,
  PATCH: RequestMethod.Patch,
  DELETE: RequestMethod.Delete,
} as const;

/** Converts a call into the library's form. */
export function toRequest(call: Call<z.ZodType>): Parameters<REST['request']>[0] {
  const { as, form, query = {} } = call;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(key, String(each));
  // `authPrefix: Bearer` would still send the bot's token, so a person's token is set by hand.
  const headers: Record<string, string> = typeof as === 'object' ? { Authorization: `Bearer ${as.bearer}` } : {};
  if (form) headers['Content-Type'] = 'application/x-www-form-urlencoded';
  return {
    method: methods[call.method],
    fullRoute: call.path,
    auth: as === undefined,
    versioned: !call.isUnversioned,
    headers,
    ...(search.size > 0 ? { query: search } : {}),
    ...(form ? { body: new URLSearchParams(form).toString(), passThroughBody: true } : {}),
    ...(call.body === undefined ? {} : { body: call.body }),
    ...(call.files ? { files: call.files.map(toRawFile) } : {}),
    ...(call.reason === undefined ? {} : { reason: call.reason }),
    ...(call.signal ? { signal: call.signal } : {}),
  };
}

const toRawFile = (file: FileToSend) => ({ name: file.name, data: file.bytes, contentType: file.contentType });
