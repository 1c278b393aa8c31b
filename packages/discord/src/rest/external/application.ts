import { z } from 'zod';

/** https://docs.discord.com/developers/resources/application#application-object */
export const Application = z
  .object({
    id: z.string(),
    verify_key: z.string(),
    interactions_endpoint_url: z.string().nullish(),
    role_connections_verification_url: z.string().nullish(),
    flags: z.number().int().default(0),
  })
  .transform((application) => ({
    id: application.id,
    /** The key with which Discord signs its calls: 64 hexadecimal digits. */
    publicKey: application.verify_key,
    /** https://docs.discord.com/developers/resources/application#application-object-application-flags */
    flags: application.flags,
    /** The URL to which Discord sends interactions. Null if it uses the gateway. */
    endpoint: application.interactions_endpoint_url ?? null,
    verificationUrl: application.role_connections_verification_url ?? null,
  }));
export type Application = z.output<typeof Application>;

const inOtherLanguages = z
  .record(z.string(), z.string())
  .nullish()
  .transform((words) => words ?? {});
/** A record in Discord's form: https://docs.discord.com/developers/resources/application-role-connection-metadata */
export const RoleConnectionRecord = z.object({
  key: z.string(),
  type: z.number().int(),
  name: z.string(),
  description: z.string(),
  name_localizations: inOtherLanguages,
  description_localizations: inOtherLanguages,
});
export type RoleConnectionRecord = z.output<typeof RoleConnectionRecord>;
