import { expect, test } from 'vitest';
import { createMetrics } from './index.ts';

test('metrics appear in the text, with their labels', async () => {
  const metrics = createMetrics({ withProcess: false });
  metrics.counter({ name: 'sent_total', help: 'sent', labels: ['outcome'] }).inc({ outcome: 'ok' }, 2);
  metrics.counter({ name: 'sent_total', help: 'sent', labels: ['outcome'] }).inc({ outcome: 'ok' });
  metrics.gauge({
    name: 'waiting',
    help: 'waiting',
    collect: () => metrics.gauge({ name: 'waiting', help: '' }).set(7),
  });
  metrics.histogram({ name: 'took_seconds', help: 'took' }).observe(0.3);
  const text = await metrics.text();
  expect(text).toContain('sent_total{outcome="ok"} 3');
  expect(text).toContain('waiting 7');
  expect(text).toContain('took_seconds_bucket{le="0.5"} 1');
});

test('one name is one kind', () => {
  const metrics = createMetrics({ withProcess: false });
  metrics.counter({ name: 'a_total', help: 'a' });
  expect(() => metrics.gauge({ name: 'a_total', help: 'a' })).toThrow(/another kind/);
});

test('the process itself is measured', async () => {
  expect(await createMetrics().text()).toContain('process_resident_memory_bytes');
});
