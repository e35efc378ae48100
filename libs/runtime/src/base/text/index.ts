export { canonicalJson } from './canonical-json.ts';
export { foldKey } from './fold-key.ts';
export { isInsideCharacter, wholeCharacter } from './whole-character.ts';
