import { ApiError, formError, tooLong } from './errors.ts';
import type { AllowedMentions } from './mentions.ts';
import { once } from './once.ts';
import { isRecord } from './schema.ts';

/** The content of a message before it is created. */
export interface Draft {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly unknown[] | null | undefined;
  readonly components?: readonly unknown[] | null | undefined;
  readonly allowed_mentions?: AllowedMentions | null | undefined;
  readonly flags?: number | null | undefined;
  readonly poll?: unknown;
  readonly tts?: boolean | null | undefined;
  readonly sticker_ids?: readonly string[] | null | undefined;
}

/** The specification allows 4,000, but bots may send only 2,000. */
const CONTENT = 2000;
const ALL_EMBEDS = 6000;
const V2 = 1 << 15;
const V2_TYPES = new Set([9, 10, 11, 12, 13, 14, 17]);

/** Discord counts code points, so an emoji outside the first plane is one. Counting is skipped for short texts. */
const isLonger = (text: unknown, most: number): boolean =>
  typeof text === 'string' && text.length > most && Array.from(text).length > most;
const lengthOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

/** Checks limits that the published specification lacks. https://docs.discord.com/developers/resources/message */
export function checkMessage(draft: Draft, options: { hasFiles: boolean }): void {
  const isV2 = ((draft.flags ?? 0) & V2) !== 0;
  const components = draft.components ?? [];
  if (isLonger(draft.content, CONTENT)) throw tooLong('content', CONTENT);
  if (draft.embeds) checkEmbedSum(draft.embeds);
  if (isV2) {
    checkV2(draft, components);
    return;
  }
  if (draft.components) checkRows(draft.components);
  const isEmpty =
    !draft.content?.trim() &&
    !draft.embeds?.length &&
    !components.length &&
    !draft.poll &&
    !draft.sticker_ids?.length &&
    !options.hasFiles;
  if (isEmpty) throw new ApiError(50006);
}

/** Checks components as they were before version 2: rows only. */
const checkRows = once((components) => {
  if (components.length > 5) throw tooLong('components', 5);
  for (const [index, component] of components.entries()) {
    if (isRecord(component) && V2_TYPES.has(component.type as number)) {
      throw formError(
        ['components', index, 'type'],
        'UNION_TYPE_CHOICES',
        'Value of field "type" must be one of (1,).',
      );
    }
  }
  checkActions(components);
});

function checkV2(draft: Draft, components: readonly unknown[]): void {
  for (const field of ['content', 'embeds', 'poll', 'sticker_ids'] as const) {
    const value = draft[field];
    if (Array.isArray(value) ? value.length > 0 : value) {
      throw formError(
        field,
        'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
        `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      );
    }
  }
  const all = flatten(components);
  if (all.length === 0) throw formError('components', 'BASE_TYPE_REQUIRED', 'This field is required');
  if (all.length > 40)
    throw formError(
      'components',
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      'Message has too many components. Maximum is 40',
    );
  const text = all.reduce((sum, component) => sum + (component.type === 10 ? lengthOf(component.content) : 0), 0);
  if (text > 4000)
    throw formError(
      'components',
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      'The total length of displayable text must not exceed 4000 characters',
    );
  checkActions(components);
}

/** Collects nested and sibling components in `into`. */
function flatten(components: readonly unknown[], into: Record<string, unknown>[] = []): Record<string, unknown>[] {
  for (const component of components) {
    if (!isRecord(component)) continue;
    into.push(component);
    if (Array.isArray(component.components)) flatten(component.components, into);
    if (isRecord(component.accessory)) into.push(component.accessory);
  }
  return into;
}

/** Allows at most five buttons in a row, and no custom id twice in one message. */
function checkActions(components: readonly unknown[]): void {
  const seen = new Set<string>();
  for (const component of flatten(components)) {
    const id = component.custom_id;
    if (typeof id === 'string') {
      if (seen.has(id))
        throw formError('components', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
      seen.add(id);
    }
    if (component.type === 2) checkButton(component);
  }
}

function checkButton(button: Record<string, unknown>): void {
  if (button.style === 5 && !button.url) throw formError('components', 'BASE_TYPE_REQUIRED', 'A url is required');
  if (button.style !== 5 && button.style !== 6 && !button.custom_id) {
    throw formError('components', 'BASE_TYPE_REQUIRED', 'A custom id is required');
  }
  if (button.style === 5 && button.custom_id) {
    throw formError('components', 'COMPONENT_CUSTOM_ID_AND_URL', 'A custom id and url cannot both be specified');
  }
  if (button.style !== 6 && !button.label && !button.emoji) {
    throw formError('components', 'BUTTON_COMPONENT_INVALID_LABEL', 'A button must have a label or an emoji');
  }
}

/** Checks the total length of all embeds in one message. */
const checkEmbedSum = once((embeds) => {
  let sum = 0;
  for (const [index, embed] of embeds.entries()) {
    if (!isRecord(embed)) continue;
    const before = sum;
    sum += lengthOf(embed.title) + lengthOf(embed.description);
    if (isRecord(embed.footer)) sum += lengthOf(embed.footer.text);
    if (isRecord(embed.author)) sum += lengthOf(embed.author.name);
    for (const field of Array.isArray(embed.fields) ? embed.fields : []) {
      if (isRecord(field)) sum += lengthOf(field.name) + lengthOf(field.value);
    }
    const hasBody =
      sum > before || embed.image || embed.thumbnail || embed.url || embed.timestamp || embed.color !== undefined;
    if (!hasBody) throw formError(['embeds', index, 'description'], 'BASE_TYPE_REQUIRED', 'This field is required');
  }
  if (sum > ALL_EMBEDS)
    throw formError('embeds', 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${ALL_EMBEDS}`);
});
