import { defaultLocale, type Locale } from '@tally/contract';
import type { Feature } from '@tally/kernel';
import type { CataloguePlan } from '../../premium/index.ts';
import { drawCalls, drawRefusals } from './calls.ts';
import { drawCommands } from './commands.ts';
import { drawEnvironment } from './environment.ts';
import {
  drawErrors,
  drawLanguages,
  drawMessageLimits,
  drawPace,
  drawPermissions,
  drawPlaceholders,
  drawPlatforms,
  drawReasons,
} from './lists.ts';
import { drawFlags, drawLimits } from './plans.ts';

/** Facts about the program that the generated lists contain. */
export interface Facts {
  readonly features: readonly Feature[];
  readonly plans: readonly CataloguePlan[];
  /** The content of `.env.example`. */
  readonly environment: string;
  readonly siteName: string;
  /** Defaults to English. */
  readonly locale?: Locale;
  /** Translations of the fixed English words in the lists. */
  readonly listWords?: ReadonlyMap<string, string>;
}

type Draw = (facts: Facts, words: readonly string[]) => string;

/** The program generates these lists, so the handbook cannot become outdated. */
const lists: Readonly<Record<string, Draw>> = {
  calls: (_facts, homes) => drawCalls(homes),
  commands: ({ features }, names) => drawCommands(features, names),
  environment: ({ environment }, groups) => drawEnvironment(environment, groups),
  errors: () => drawErrors(),
  flags: () => drawFlags(),
  languages: () => drawLanguages(),
  limits: ({ plans }, names) => drawLimits(plans, names),
  messageLimits: () => drawMessageLimits(),
  pace: () => drawPace(),
  permissions: ({ locale = defaultLocale }) => drawPermissions(locale),
  placeholders: (_facts, types) => drawPlaceholders(types),
  platforms: () => drawPlatforms(),
  reasons: ({ locale = defaultLocale }) => drawReasons(locale),
  refusals: () => drawRefusals(),
};

const DIRECTIVE = /^:::(\w+)((?: +[\w-]+)*)$/gm;

/** Replaces every `:::list word word` with a generated list, and `{{site}}` with the site's name. */
export function draw(body: string, facts: Facts): string {
  return body
    .replace(DIRECTIVE, (line, name: string, words: string) => {
      const list = lists[name];
      if (!list) throw new Error(`docs/public: nothing is called ${line}`);
      return inWords(list(facts, words.split(' ').filter(Boolean)), facts.listWords);
    })
    .replaceAll('{{site}}', facts.siteName);
}

/** Translates the table cells that consist of one of these words. */
const inWords = (list: string, words: Facts['listWords']): string =>
  words ? list.replaceAll(/(?<=^\| |\S \| )[^|\n]+?(?= \|)/gm, (cell) => words.get(cell) ?? cell) : list;
