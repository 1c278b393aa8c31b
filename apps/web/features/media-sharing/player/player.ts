import type { PlayerSnapshot } from '@tally/contract/media-sharing/views';
import type { z } from 'zod';
import { hearEvents } from '../../../lib/live/hear-events.ts';
import type { PlayerOrigins } from '../room/frames.ts';
import { createReports, type Report } from './reports.ts';
import { createStage, type Stage } from './stage.ts';

export type Snapshot = z.output<typeof PlayerSnapshot>;

/** The state that the player page shows. */
export interface View {
  readonly snapshot: Snapshot | null;
  /** True if the server cannot be reached. The current video keeps playing. */
  readonly isCutOff: boolean;
  /** True if the browser requires a gesture first. */
  readonly isBlocked: boolean;
  readonly isOver: boolean;
}

export interface Player {
  readonly view: () => View;
  readonly subscribe: (listener: () => void) => () => void;
  readonly unblock: () => void;
  readonly takeOver: () => void;
  readonly close: () => void;
}

const REPORT_EVERY_MS = 5_000;
/** Reconnects within five seconds, even after many failures. */
const LONGEST_PAUSE_MS = 4_000;
/** Statuses which mean that the URL is invalid or no longer exists. */
const gone = new Set([400, 404, 410]);

/** Plays the videos that the server orders in `host`, and reports the results. */
export function createPlayer(about: { host: HTMLElement; token: string; players: PlayerOrigins }): Player {
  const { host, token, players } = about;
  const tab = randomId();
  const listeners = new Set<() => void>();
  let view: View = { snapshot: null, isCutOff: false, isBlocked: false, isOver: false };
  let heardAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  let isShown = true;

  const show = (change: Partial<View>): void => {
    view = { ...view, ...change };
    for (const listener of listeners) listener();
  };

  const tellOf = (type: Report['type'], code: number | null = null): Report => {
    const { itemId, second } = stage.now();
    return { type, itemId, second: itemId === null ? null : Math.max(0, Math.min(86_400, second)), code };
  };
  const stage: Stage = createStage({
    host,
    players,
    tell(type, code) {
      if (type === 'blocked') show({ isBlocked: true });
      if (type === 'started') show({ isBlocked: false });
      reports.tell(tellOf(type, code));
    },
  });
  const reports = createReports({
    token,
    tab,
    answered(snapshot, askedAt) {
      // A pushed snapshot is newer than an earlier request's answer with the same version.
      const isOld = snapshot.version <= (view.snapshot?.version ?? 0) && askedAt < heardAt;
      if (!isOld || snapshot.isOver) apply(snapshot);
    },
  });

  function apply(snapshot: Snapshot): void {
    if (view.isOver) return;
    if (snapshot.isOver) return end(snapshot);
    const item = snapshot.isSilent ? null : snapshot.item;
    if (item?.itemId !== stage.now().itemId) show({ isBlocked: false });
    toldAt = performance.now();
    show({ snapshot });
    stage.follow({ ...snapshot, item, isHeld: snapshot.pauseWhenHidden && !isShown });
  }

  function end(snapshot = view.snapshot): void {
    close();
    show({ snapshot, isOver: true, isBlocked: false, isCutOff: false });
  }

  const endHearing = hearEvents<Snapshot>({
    path: `/data/media/player/${token}/live?tab=${tab}`,
    longestPauseMs: LONGEST_PAUSE_MS,
    hear(snapshot) {
      heardAt = performance.now();
      apply(snapshot);
    },
    isOpen(isOpen) {
      show({ isCutOff: !isOpen });
      // The video kept playing while disconnected, so report it. Otherwise the server considers this player stuck.
      if (isOpen && stage.now().hasStarted) reports.tell(tellOf('second'));
    },
    refused(status) {
      if (!gone.has(status)) return false;
      end();
      return true;
    },
  });

  const endScene = watchScene((next) => {
    isShown = next;
    const { snapshot } = view;
    if (!snapshot || snapshot.isSilent) return;
    reports.tell(tellOf(isShown ? 'shown' : 'hidden'));
    apply(snapshot);
  });

  const beat = setInterval(() => {
    if (!view.snapshot || view.snapshot.isSilent) return;
    stage.look({ second: view.snapshot.second, at: toldAt });
    // Reports a position only after playback started; the connection itself shows that the player is present.
    if (stage.now().hasStarted) reports.tell(tellOf('second'));
  }, REPORT_EVERY_MS);

  function close(): void {
    clearInterval(beat);
    endScene();
    endHearing();
    reports.close();
    stage.close();
  }

  return {
    view: () => view,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    unblock() {
      show({ isBlocked: false });
      stage.unblock();
    },
    takeOver: () => void reports.takeOver(),
    close,
  };
}

/** `crypto.randomUUID` is missing on plain http. */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

declare global {
  interface WindowEventMap {
    /** True while OBS outputs the source. https://github.com/obsproject/obs-browser#readme */
    obsSourceActiveChanged: CustomEvent<{ readonly active: boolean }>;
    /** True while the source is visible somewhere, at least in the preview of the next scene. */
    obsSourceVisibleChanged: CustomEvent<{ readonly visible: boolean }>;
  }
}

/** Reports whether OBS shows the scene. A normal browser page always counts as shown. Returns a stop function. */
function watchScene(changed: (isShown: boolean) => void): () => void {
  let isActive = true;
  let isVisible = true;
  const become = (active: boolean, visible: boolean): void => {
    const before = isActive && isVisible;
    isActive = active;
    isVisible = visible;
    if (before !== (active && visible)) changed(active && visible);
  };
  const active = ({ detail }: WindowEventMap['obsSourceActiveChanged']): void => become(detail.active, isVisible);
  const visible = ({ detail }: WindowEventMap['obsSourceVisibleChanged']): void => become(isActive, detail.visible);
  window.addEventListener('obsSourceActiveChanged', active);
  window.addEventListener('obsSourceVisibleChanged', visible);
  return () => {
    window.removeEventListener('obsSourceActiveChanged', active);
    window.removeEventListener('obsSourceVisibleChanged', visible);
  };
}
