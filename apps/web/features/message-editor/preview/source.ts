import type { MessagePreview } from '@tally/contract/message-editor/bodies';
import type { QueryKey } from '@tanstack/react-query';

/** Where a preview comes from. */
export interface PreviewSource<Body> {
  readonly key: QueryKey;
  readonly fetch: (body: Body, signal: AbortSignal) => Promise<MessagePreview>;
}
