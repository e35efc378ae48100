export { canonicalJson } from './canonical-json.ts';
export { foldKey } from './fold-key.ts';
