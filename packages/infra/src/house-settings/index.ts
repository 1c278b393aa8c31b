import type { HouseSettings } from './settings.ts';

export { configOf, type HouseSettings, houseSealed, onRestart, readHouseSettings } from './settings.ts';
export { leaveSimulatedWorld } from './world.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly houseSettings: HouseSettings;
  }
}
