import { once } from 'node:events';
import { Agent } from 'node:http';
import { atPace, type Pace } from './pace.ts';
import { pushOf, send } from './push.ts';

/** The work for this process, received over its channel. It replies with the result and exits. */
export interface Work extends Pace {
  readonly url: string;
  readonly secret: string;
  readonly channels: readonly number[];
}

export interface Driven {
  /** The milliseconds from each push to its acknowledgment. */
  readonly waits: readonly number[];
  /** The waits without those during which this process was delayed and measured early answers as late. */
  readonly undisturbed: readonly number[];
}

/** A timer of one millisecond is later than this only if the process had no CPU time or collected garbage. */
const HELD_UP_MS = 3;
const WARM_SECONDS = 1;

async function drive({ url, secret, channels, ...pace }: Work): Promise<Driven> {
  const agent = new Agent({ keepAlive: true });
  const pushes: { readonly left: number; readonly answered: number }[] = [];
  const carry = async (index: number): Promise<void> => {
    const push = pushOf(secret, channels[index % channels.length] as number, 'channel.update');
    const left = performance.now();
    await send(url, agent, push);
    pushes.push({ left, answered: performance.now() });
  };
  await atPace({ ...pace, seconds: WARM_SECONDS }, carry);
  pushes.length = 0;
  const watch = watchDelays();
  await atPace(pace, carry);
  watch.stop();
  agent.destroy();
  const isDisturbed = ({ left, answered }: (typeof pushes)[number]): boolean =>
    watch.delays.some(({ from, to }) => from < answered && to > left);
  const waitOf = ({ left, answered }: (typeof pushes)[number]): number => answered - left;
  return { waits: pushes.map(waitOf), undisturbed: pushes.filter((push) => !isDisturbed(push)).map(waitOf) };
}

function watchDelays() {
  const delays: { readonly from: number; readonly to: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last > HELD_UP_MS) delays.push({ from: last, to: now });
    last = now;
  }, 1);
  return { delays, stop: () => clearInterval(timer) };
}

const [work] = (await once(process, 'message')) as [Work];
process.send?.(await drive(work), () => process.disconnect());
