import { useEffect, useState } from 'react';

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 30_000;

/** When the present hour began: what is up to now moves on with it, and not between. */
export function usePresentHour(): number {
  const [hour, setHour] = useState(presentHour);
  useEffect(() => {
    const timer = window.setInterval(() => setHour(presentHour()), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return hour;
}

function presentHour(): number {
  return Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
}
