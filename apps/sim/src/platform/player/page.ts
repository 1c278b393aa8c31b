import { escapeHtml } from '../../http/reply.ts';
import { type Answer, answerPage } from '../call.ts';
import type { PlayerTrouble } from './world.ts';

/** The data for the frame's script. Its counterpart is `page/browser/player/about.ts`. */
export interface PlayerAbout {
  readonly world: string;
  readonly videoId: string;
  readonly title: string;
  readonly author: string;
  readonly seconds: number;
  /** The player's own error number if it cannot play. */
  readonly refusal: number | null;
  readonly troubles: readonly PlayerTrouble[];
  /** How far the simulated clock is ahead. */
  readonly offset: number;
  /** The URL of the embedding page, if its browser sends one. */
  readonly referer: string | null;
}

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; media-src data:; base-uri 'none'";

/** Returns a page for embedding. Its video is drawn, but time and sound behave like a real player's. */
export function playerPage(script: 'youtube' | 'tiktok', about: PlayerAbout): Answer {
  // The escaping keeps the text from closing the element or running.
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
