/** The next of the disturbances that were asked for; each serves as many deliveries as it was asked for. */
export function takeMischief<M extends { left: number }>(world: { readonly mischief: M[] }): M | null {
  const [first] = world.mischief;
  if (!first) return null;
  first.left -= 1;
  if (first.left <= 0) world.mischief.shift();
  return first;
}
