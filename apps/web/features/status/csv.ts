import { LatencyRow } from '@tally/contract/status/latency';
import { csvOf } from '@tally/contract/wire/csv';
import { z } from 'zod';
import { readPublic } from '../../lib/read-public.ts';

const head = Object.keys(LatencyRow.shape) as (keyof LatencyRow)[];

/** Serves the daily measurements of this year, or of `?year=`, as a file. */
export async function answerLatency(request: Request): Promise<Response> {
  const year = new URL(request.url).searchParams.get('year') ?? '';
  const isYear = /^2\d{3}$/.test(year);
  const rows = await readPublic(`/status/latency/rows${isYear ? `?year=${year}` : ''}`, z.array(LatencyRow));
  return new Response(rows && csvOf([head, ...rows.map((row) => head.map((name) => row[name]))]), {
    status: rows ? 200 : 503,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'inline; filename="latency.csv"',
      'cache-control': 'public, max-age=60',
      'access-control-allow-origin': '*',
    },
  });
}
