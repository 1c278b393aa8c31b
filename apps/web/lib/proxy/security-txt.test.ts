import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function answer(env: Readonly<Record<string, string>>): Promise<Response> {
  for (const [name, value] of Object.entries({ SECURITY_CONTACT: '', SUPPORT_URL: '', ...env }))
    vi.stubEnv(name, value);
  return (await import('./security-txt.ts')).securityTxt();
}

it('is not there where no address for reports or for support is set', async () => {
  expect((await answer({})).status).toBe(404);
});

it('names the contact, or else the place of support', async () => {
  const support = { SUPPORT_URL: 'https://tally.example/discord' };
  expect(await (await answer(support)).text()).toContain('Contact: https://tally.example/discord\n');
  vi.resetModules();
  const both = await answer({ ...support, SECURITY_CONTACT: 'mailto:security@tally.example' });
  expect(await both.text()).toContain('Contact: mailto:security@tally.example\n');
});
