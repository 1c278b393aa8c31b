/**
 * The Discord error codes in use here, with status and text.
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
 */
const CODES = {
  0: [401, '401: Unauthorized'],
  10001: [404, 'Unknown account'],
  10002: [404, 'Unknown Application'],
  10003: [404, 'Unknown Channel'],
  10004: [404, 'Unknown Guild'],
  10006: [404, 'Unknown Invite'],
  10007: [404, 'Unknown Member'],
  10008: [404, 'Unknown Message'],
  10011: [404, 'Unknown Role'],
  10013: [404, 'Unknown User'],
  10014: [400, 'Unknown Emoji'],
  10015: [404, 'Unknown Webhook'],
  10026: [404, 'Unknown Ban'],
  10060: [404, 'Unknown sticker'],
  10062: [404, 'Unknown interaction'],
  10063: [404, 'Unknown application command'],
  10066: [404, 'Unknown application command permissions'],
  10070: [404, 'Unknown Guild Scheduled Event'],
  10087: [404, 'Unknown Tag'],
  20001: [403, 'Bots cannot use this endpoint'],
  20002: [403, 'Only bots can use this endpoint'],
  20012: [403, 'You are not authorized to perform this action on this application'],
  20022: [429, 'This message cannot be edited due to announcement rate limits.'],
  20028: [429, 'The write action you are performing on the channel has hit the write rate limit.'],
  30003: [400, 'Maximum number of pins reached for the channel (250)'],
  30005: [400, 'Maximum number of guild roles reached (250)'],
  30007: [400, 'Maximum number of webhooks reached (15)'],
  30008: [400, 'Maximum number of emojis reached'],
  30010: [400, 'Maximum number of reactions reached (20)'],
  30013: [400, 'Maximum number of guild channels reached (500)'],
  30018: [400, 'Maximum number of animated emojis reached'],
  30038: [400, 'Maximum number of uncompleted guild scheduled events reached (100)'],
  30039: [400, 'Maximum number of stickers reached'],
  30046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later'],
  30056: [400, 'Maximum number of premium emojis reached (25)'],
  40001: [401, 'Unauthorized. Provide a valid token and try again'],
  40005: [413, 'Request entity too large. Try sending something smaller in size'],
  40007: [403, 'The user is banned from this guild'],
  40033: [400, 'This message has already been crossposted'],
  40060: [400, 'Interaction has already been acknowledged.'],
  40333: [403, 'internal network error'],
  50001: [403, 'Missing Access'],
  50003: [403, 'Cannot execute action on a DM channel'],
  50005: [403, 'Cannot edit a message authored by another user'],
  50006: [400, 'Cannot send an empty message'],
  50007: [403, 'Cannot send messages to this user'],
  50008: [400, 'Cannot send messages in a non-text channel'],
  50013: [403, 'Missing Permissions'],
  50014: [401, 'Invalid authentication token provided'],
  50016: [
    400,
    'Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete.',
  ],
  50019: [403, 'A message can only be pinned to the channel it was sent in'],
  50021: [403, 'Cannot execute action on a system message'],
  50024: [400, 'Cannot execute action on this channel type'],
  50025: [403, 'Invalid OAuth2 access token provided'],
  50026: [403, 'Missing required OAuth2 scope'],
  50027: [401, 'Invalid Webhook Token'],
  50028: [400, 'Invalid role'],
  50034: [400, 'You can only bulk delete messages that are under 14 days old.'],
  50035: [400, 'Invalid Form Body'],
  50045: [400, 'File uploaded exceeds the maximum size'],
  50046: [400, 'Invalid Asset'],
  50068: [400, 'Invalid message type'],
  50081: [400, 'Invalid sticker sent'],
  50083: [400, 'Thread is archived'],
  50109: [400, 'The request body contains invalid JSON.'],
  50138: [400, 'Asset exceeds maximum size: 262144'],
  50144: [400, 'Cannot mix subscription and non subscription roles for an emoji'],
  50145: [400, 'Cannot convert between premium emoji and normal emoji'],
  160004: [400, 'A thread has already been created for this message'],
  160005: [400, 'Thread is locked'],
  160014: [400, 'You cannot forward a message whose content you cannot read'],
  180000: [400, 'Cannot update a finished event'],
  220001: [400, 'Webhooks posted to forum channels must have a thread_name or thread_id'],
  220003: [400, 'Webhooks can only create threads in forum channels'],
  500000: [400, 'Failed to ban users'],
} as const satisfies Record<number, readonly [number, string]>;

export type ErrorCode = keyof typeof CODES;

export interface FormIssue {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** A refusal in Discord's own shape. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly issues: readonly FormIssue[];
  constructor(code: ErrorCode, issues: readonly FormIssue[] = []) {
    super(CODES[code][1]);
    this.code = code;
    this.status = CODES[code][0];
    this.issues = issues;
  }

  body(): unknown {
    const base = { message: this.message, code: this.code };
    return this.issues.length === 0 ? base : { ...base, errors: nest(this.issues) };
  }
}

interface Nested {
  [key: string]: Nested | { code: string; message: string }[];
}

/** Nests errors as `errors.embeds.0.title._errors[]`: https://docs.discord.com/developers/reference#error-messages */
function nest(issues: readonly FormIssue[]): Nested {
  const root: Nested = {};
  for (const issue of issues) {
    let at = root;
    for (const key of issue.path) {
      const known = at[key];
      const next: Nested = known && !Array.isArray(known) ? known : {};
      at[key] = next;
      at = next;
    }
    const listed = Array.isArray(at._errors) ? at._errors : [];
    at._errors = [...listed, { code: issue.code, message: issue.message }];
  }
  return root;
}

/** Returns an error for one wrong field of a body. */
export function formError(path: string | readonly (string | number)[], code: string, message: string): ApiError {
  return new ApiError(50035, [{ path: typeof path === 'string' ? path.split('.') : path, code, message }]);
}

export const tooLong = (path: string | readonly (string | number)[], most: number): ApiError =>
  formError(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${most} or fewer in length.`);
