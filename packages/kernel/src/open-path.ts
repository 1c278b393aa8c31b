import type { Ctx } from './ctx.ts';

/**
 * A URL that we give to other programs, such as a link's card or a video. It needs no login and accepts only GET and
 * HEAD.
 */
export interface OpenPath {
  /** The first segment of the URL. This handles all paths below it. */
  readonly word: string;
  readonly answer: (ctx: Ctx, request: OpenRequest) => Promise<OpenAnswer>;
}

export interface OpenRequest {
  /** The segments after `word`, each decoded. */
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly userAgent: string;
}

export type OpenAnswer =
  | {
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** The path of one of our files. Range requests get a part of it. */
  | { readonly file: string; readonly headers: Readonly<Record<string, string>> };
