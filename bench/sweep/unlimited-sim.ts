import { startSim } from '@tally/sim/start';

// The simulated world as a process of its own, without limits on how often one may call: what is measured is we.
const sim = await startSim({ port: Number(process.env.SIM_PORT ?? 0), limits: false });
process.send?.({ port: sim.port });
process.once('disconnect', () => void sim.close());
