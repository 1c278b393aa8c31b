import { startSim } from '@tally/sim/start';

// The simulated world as a separate process without rate limits, so only our own work is measured.
const sim = await startSim({ port: Number(process.env.SIM_PORT ?? 0), limits: false });
process.send?.({ port: sim.port });
process.once('disconnect', () => void sim.close());
