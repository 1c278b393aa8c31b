declare global {
  interface WindowEventMap {
    /** The source is on the programme. https://github.com/obsproject/obs-browser#readme */
    obsSourceActiveChanged: CustomEvent<{ readonly active: boolean }>;
    /** The source is on some screen, if only on that of whoever prepares the next scene. */
    obsSourceVisibleChanged: CustomEvent<{ readonly visible: boolean }>;
  }
}

/** Whether viewers see the scene, as OBS says it; a page in a browser is always seen. Answers what ends it. */
export function watchScene(changed: (isShown: boolean) => void): () => void {
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
