/**
 * All tickets, in the order of their owners. `tear` finds the owner of the nth ticket and removes that owner's tickets.
 * This is a tree of sums, because drawing all of a hundred thousand people must not scan the list each time.
 */
export function ticketRoll(tickets: readonly number[]) {
  const sums = new Float64Array(tickets.length + 1);
  let left = 0;
  const add = (index: number, amount: number) => {
    left += amount;
    for (let i = index + 1; i < sums.length; i += i & -i) sums[i] = (sums[i] ?? 0) + amount;
  };
  tickets.forEach((amount, index) => {
    add(index, amount);
  });
  const top = 2 ** Math.floor(Math.log2(Math.max(1, tickets.length)));

  return {
    left: () => left,
    tear(ticket: number): number {
      let index = 0;
      let before = ticket;
      for (let step = top; step > 0; step /= 2) {
        const sum = sums[index + step];
        if (sum === undefined || sum > before) continue;
        index += step;
        before -= sum;
      }
      add(index, -(tickets[index] ?? 0));
      return index;
    },
  };
}
