export { bonusesOf, needsOf } from './lines.ts';
export { type Happened, renderLastChance, renderLog } from './log.ts';
export { renderGiveaway } from './message.ts';
export { postsFor, renderLetter, renderResult } from './result.ts';
export { buttonIds, exact, type GiveawayScene, isOpen, relative, rolesOf, type Written } from './scene.ts';
export { renderSheetPost } from './sheet-post.ts';
