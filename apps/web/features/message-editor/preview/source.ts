import type { MessagePreview } from '@tally/contract/message-editor/bodies';
import type { QueryKey } from '@tanstack/react-query';

/** The endpoint of a preview and its parameters. */
export interface PreviewSource<Body> {
  readonly key: QueryKey;
  readonly fetch: (body: Body, signal: AbortSignal) => Promise<MessagePreview>;
}
