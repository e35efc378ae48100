/** The sign of the product; its name always stands beside it. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return <img src="/icon.svg" alt="" width={size} height={size} className="shrink-0" />;
}
