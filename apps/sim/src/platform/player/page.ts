import { escapeHtml } from '../../http/reply.ts';
import { type Answer, answerPage } from '../call.ts';
import type { PlayerTrouble } from './world.ts';

/** What the script of the frame is told; its twin is `page/browser/player/about.ts`. */
export interface PlayerAbout {
  readonly world: string;
  readonly videoId: string;
  readonly title: string;
  readonly author: string;
  readonly seconds: number;
  /** The player's own number, where it plays nothing at all. */
  readonly refusal: number | null;
  readonly troubles: readonly PlayerTrouble[];
  /** How far the simulated clock is ahead. */
  readonly offset: number;
  /** Where the page that frames it stands, as far as its browser has said so. */
  readonly referer: string | null;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; media-src data:; base-uri 'none'";

/** A page that others frame. What it plays is drawn, not filmed; its time and its sound are those of a player. */
export function playerPage(script: 'youtube' | 'tiktok', about: PlayerAbout): Answer {
  // Nothing in it can end the element, and nothing in it is run.
  const data = JSON.stringify(about).replaceAll('<', '\\u003c');
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(about.title)} · simulated player</title>
<link rel="stylesheet" href="/page/styles/tokens.css">
<link rel="stylesheet" href="/page/styles/player.css">
<script type="application/json" id="about">${data}</script>
<script type="module" src="/page/browser/player/${script}.ts"></script>
</head>
<body class="player player-${script}"></body>
</html>`;
  return answerPage(200, body, { 'cache-control': 'no-store', 'content-security-policy': POLICY });
}
