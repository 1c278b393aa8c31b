import { startSim } from '@tally/sim/start';

// Runs the simulated world in a separate process without rate limits, so only our own work counts.
const sim = await startSim({ port: Number(process.env.SIM_PORT ?? 0), limits: false });
process.send?.({ port: sim.port });
process.once('disconnect', () => void sim.close());
