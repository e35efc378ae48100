/** As package.json has it; an archive says by which release it was made. */
export const RELEASE = '0.1.0';
