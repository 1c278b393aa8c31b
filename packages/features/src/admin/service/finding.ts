import type { InstallationFault, Locale, TextKey } from '@tally/contract';
import type { HttpCall, HttpReply } from '@tally/infra/http';
import { type Ctx, parseJson, say, UpstreamError } from '@tally/kernel';

/** Each possible fault has one sentence for its cause and one for its remedy. */
export type FindingCode = TextKey extends infer K ? (K extends `doctor.${infer C}Remedy` ? C : never) : never;

export interface Finding {
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string | number>>;
}

export const found = (code: FindingCode, values: Finding['values'] = {}): Finding => ({ code, values });

/** Describes a fault to the person who runs the installation. */
export const describeFinding = (locale: Locale, { code, values }: Finding): InstallationFault => ({
  code,
  cause: say(locale, `doctor.${code}`, values),
  remedy: say(locale, `doctor.${code}Remedy`, values),
});

/** A response from an outside service, or the reason why none arrived. */
export type Answer =
  | { readonly status: number; readonly headers: HttpReply<unknown>['headers']; readonly json: unknown }
  | { readonly status: 0; readonly reason: string };

/** Shorter than the time limit of a whole check. */
const TIMEOUT_MS = 5_000;

/** Returns any response, even one with an error status. */
export async function ask({ http }: Pick<Ctx, 'http'>, call: HttpCall): Promise<Answer> {
  try {
    const { status, headers, data } = await http.raw({ timeoutMs: TIMEOUT_MS, ...call });
    return { status, headers, json: parseJson(data) ?? null };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { status: 0, reason: reasonOf(error) };
  }
}

/** The innermost error has the most specific code: ENOTFOUND, ECONNREFUSED, CERT_HAS_EXPIRED. */
function reasonOf(error: UpstreamError): string {
  let reason = error.message;
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if ('code' in each && typeof each.code === 'string') reason = each.code;
  }
  return reason;
}

/** If our clock is far off, every certificate is refused, so no response can show by how much. */
const refusedByDate = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

/** Returns a finding if the service did not respond, or responded that it is down or overloaded. */
export function downOf(world: string, answer: Answer): Finding | null {
  if (answer.status === 0 && 'reason' in answer) {
    const { reason } = answer;
    return found(refusedByDate.has(reason) ? 'clockFarOff' : 'worldDown', { world, reason });
  }
  if (answer.status === 429) return found('worldLimits', { world });
  if (answer.status >= 500) return found('worldDown', { world, reason: `${answer.status}` });
  return null;
}
