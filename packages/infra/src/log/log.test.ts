import { readConfig, UpstreamError } from '@tally/kernel';
import { expect, test } from 'vitest';
import { createLog, secretsOf } from './index.ts';

function logged(
  act: (log: ReturnType<typeof createLog>) => void,
  options: { secrets?: readonly string[]; isPretty?: boolean } = {},
) {
  const lines: string[] = [];
  act(createLog({ level: 'debug', write: (line) => lines.push(line), ...options }));
  return lines.join('');
}

test('fields, a sentence, and the fields of the child', () => {
  const line = JSON.parse(
    logged((log) => log.child({ requestId: 'r1' }).info({ server: '123' }, 'Settings were saved.')),
  );
  expect(line).toMatchObject({ level: 'info', requestId: 'r1', server: '123', msg: 'Settings were saved.' });
});

test('errors are logged with their causes and their upstream details', () => {
  const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  const error = new UpstreamError({ world: 'kick', kind: 'down', message: 'no answer', status: 502, cause });
  const line = JSON.parse(logged((log) => log.warn({ err: error }, 'x')));
  expect(line.err).toMatchObject({
    type: 'UpstreamError',
    message: 'kick: no answer',
    kind: 'down',
    status: 502,
    cause: { message: 'socket hang up', code: 'ECONNRESET' },
  });
  expect(line.err.stack).toContain('log.test.ts');
});

test('a failed query is logged without its values', () => {
  const error = Object.assign(new Error('Failed query: insert into t values ($1)\nparams: anna@example.org'), {
    query: 'insert into t values ($1)',
    params: ['anna@example.org'],
  });
  const text = logged((log) => log.error({ err: error }, 'x'));
  expect(text).toContain('insert into t');
  expect(text).not.toContain('anna@example.org');
});

test('bodies are never logged, long texts are cut', () => {
  const text = logged((log) => log.info({ body: { hello: 'world' }, rawBody: 'hello', note: 'y'.repeat(9_000) }, 'x'));
  expect(text).not.toContain('hello');
  expect(text.length).toBeLessThan(3_000);
});

/** Every secret setting has a canary. None may appear in any log line. */
const canaries = {
  DATABASE_URL: 'postgres://tally:canary-database-password@db.example:5432/tally',
  ENCRYPTION_KEYS: 'k1:Y2FuYXJ5LWVuY3J5cHRpb24ta2V5LTEyMzQ1Njc4OTA=',
  S3_ACCESS_KEY_ID: 'canary-access-key-id',
  S3_SECRET_ACCESS_KEY: 'canary/secret+access"key\\',
  DISCORD_TOKEN: 'canary-discord-token',
  DISCORD_CLIENT_ID: '123456789012345678',
  DISCORD_CLIENT_SECRET: 'canary-client-secret',
  SENTRY_DSN: 'https://canarysentrykey@o1.ingest.example/1',
};
const hidden = [
  'canary-database-password',
  'Y2FuYXJ5LWVuY3J5cHRpb24ta2V5LTEyMzQ1Njc4OTA=',
  'canary-access-key-id',
  'canary/secret',
  'canary-discord-token',
  'canary-client-secret',
  'canarysentrykey',
];

test.each([false, true])('no secret of the configuration leaves through the log (pretty: %s)', (isPretty) => {
  const config = readConfig({ ...canaries, S3_BUCKET: 'b', S3_ENDPOINT: 'https://s3.example' });
  const text = logged(
    (log) => {
      log.info({ config }, 'all of it');
      log.info({ note: Object.values(canaries) }, Object.values(canaries).join(' and '));
      for (const value of [...Object.values(canaries), 'canary-database-password']) {
        if (value === canaries.DISCORD_CLIENT_ID) continue;
        log.warn({ err: new Error(`upstream said ${value}`, { cause: new Error(value) }) }, value);
        log.child({ value }).debug({ [value]: [[[[[[[value]]]]]]] }, 'deep');
        log.debug({ url: new URL(`https://x.example/?q=${encodeURIComponent(value)}`) }, 'in an address');
      }
    },
    { secrets: secretsOf(config), isPretty },
  );
  for (const value of hidden) expect(text).not.toContain(value);
});

test.each([
  ['Bearer abcdefghijklmnop', 'abcdefghijklmnop'],
  ['https://discord.com/api/webhooks/112233445566778899/aWebhookTokenThatIsLongEnough_123', 'aWebhookToken'],
  ['MTEyMjMzNDQ1NTY2Nzc4ODk5.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB', 'abcdefghijklmnopqrst'],
  ['postgres://me:hunter2@host/db', 'hunter2'],
  ['https://x.example/callback?code=s3cr3tc0de&x=1', 's3cr3tc0de'],
  ['sk_live_abcdefghijklmnop1234', 'abcdefghijklmnop1234'],
])('hides anything that looks like a secret: %s', (text, secret) => {
  expect(logged((log) => log.info({ text, err: new Error(text) }, text))).not.toContain(secret);
});

test('secrets are known by the names of their fields', () => {
  const text = logged((log) =>
    log.info({ accessToken: 'aaaa', headers: { Cookie: 'bbbb', authorization: 'cccc' }, password: 'dddd' }, 'x'),
  );
  for (const value of ['aaaa', 'bbbb', 'cccc', 'dddd']) expect(text).not.toContain(value);
});
