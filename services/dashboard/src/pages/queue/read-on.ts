// Of what is in sight, so much goes on: the last lines stay for the eye to hold on to.
const STEP = 0.85;

/**
 * Scrolls on what is read, as the space bar does on any page: first the texts inside that scroll by
 * themselves, as far as they are in sight, then all of it.
 */
export function readOn(frame: HTMLElement | null, direction: 1 | -1): void {
  if (!frame) return;
  const texts = [...frame.querySelectorAll<HTMLElement>('[role="region"]')];
  const unread = texts.find((text) => isInSight(text, frame) && canScroll(text, direction));
  const moved = unread ?? frame;
  moved.scrollBy({ top: direction * moved.clientHeight * STEP });
}

function isInSight(text: HTMLElement, frame: HTMLElement): boolean {
  const [inner, outer] = [text.getBoundingClientRect(), frame.getBoundingClientRect()];
  return inner.top < outer.bottom && inner.bottom > outer.top;
}

function canScroll(text: HTMLElement, direction: 1 | -1): boolean {
  const { scrollTop, scrollHeight, clientHeight } = text;
  return direction === 1 ? scrollTop + clientHeight < scrollHeight - 1 : scrollTop > 0;
}
