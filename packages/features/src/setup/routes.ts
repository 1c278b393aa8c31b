import { setup } from '@tally/contract';
import { type Ctx, implement, say } from '@tally/kernel';
import { becomeOwner, requireOwner, requireWord } from './service/gate.ts';
import { readSetup } from './service/read.ts';
import { saveStep } from './service/save.ts';

async function restart(ctx: Ctx): Promise<string> {
  await ctx.houseSettings.restart(ctx.db);
  return say(ctx.locale, 'setup.restarting');
}

export const routes = implement(setup, {
  async openSetup(ctx, { body }) {
    await requireWord(ctx, body.word);
    return await readSetup(ctx);
  },
  async setUp(ctx, { params, body }) {
    await requireWord(ctx, body.word);
    return await saveStep(ctx, params.step, body.values);
  },
  async restartSetup(ctx, { body }) {
    await requireWord(ctx, body.word);
    return await restart(ctx);
  },
  async becomeOwner(ctx, { body }) {
    await becomeOwner(ctx, body.word);
    return say(ctx.locale, 'setup.owned');
  },
  async getHouseSettings(ctx) {
    requireOwner(ctx);
    return await readSetup(ctx);
  },
  async changeHouseSettings(ctx, { params, body }) {
    requireOwner(ctx);
    return await saveStep(ctx, params.step, body.values);
  },
  async restartHouse(ctx) {
    requireOwner(ctx);
    return await restart(ctx);
  },
});
