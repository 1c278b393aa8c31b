/**
 * Every refusal that the API can give, with its HTTP status. The sentence that a person reads stands in
 * `texts/<language>/errors.ts` under the same code.
 */
export const errorStatus = {
  badRequest: 400,
  malformedJson: 400,
  invalidFields: 400,
  unsupportedMediaType: 400,
  idempotencyKeyReused: 409,
  notLoggedIn: 401,
  sessionExpired: 401,
  loginFailed: 401,
  notAllowed: 403,
  blacklisted: 403,
  badOrigin: 403,
  premiumRequired: 403,
  planLimit: 403,
  graceCeiling: 403,
  unknownCall: 404,
  notFound: 404,
  serverNotFound: 404,
  userNotFound: 404,
  streamerNotFound: 404,
  overrideNotFound: 404,
  noSuchChannel: 404,
  channelIsPrivate: 409,
  methodNotAllowed: 404,
  conflict: 409,
  noChannelChosen: 409,
  alreadyExists: 409,
  alreadyFollowed: 409,
  priorityTaken: 409,
  changedMeanwhile: 409,
  tooLarge: 413,
  rateLimited: 429,
  internal: 500,
  notBuilt: 501,
  unavailable: 503,
  discordDown: 503,
  discordLimited: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;
