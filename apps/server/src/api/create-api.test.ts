import { implement } from '@tally/kernel';
import { expect, test } from 'vitest';
import { createApi } from './create-api.ts';
import { bareDoors, sample, sampleConfig, sampleFeature } from './sample.ts';

test('a call answers in the envelope', async () => {
  const routes = implement(
    { mine: sample.echo.mine },
    { mine: async (ctx) => ({ at: new Date(0), bits: 5n, rate: ctx.rateLimit?.remaining ?? 0 }) },
  );
  const app = await createApi({
    doors: bareDoors(),
    features: [sampleFeature(routes)],
    endpoints: sample,
    config: sampleConfig(),
  });
  const answer = await app.inject({ url: '/@me', headers: { authorization: 'Bearer ada' } });
  expect(answer.json()).toEqual({ status: 200, data: { at: '1970-01-01T00:00:00.000Z', bits: '5', rate: 239 } });
  expect((await app.inject('/@me')).json()).toMatchObject({ status: 401, code: 'notLoggedIn' });
  expect((await app.inject('/%zz')).json()).toMatchObject({ status: 400 });
});
