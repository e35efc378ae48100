import { ensureGo, type InstallContext, runProgram } from '@output-review/native/install';

/** The folder of a Go module. Downloads it if it is missing, and verifies it against Go's public log. */
export async function goModuleFolder(module: string, context: InstallContext): Promise<string> {
  const go = await ensureGo(context);
  const output = await runProgram(go.program, ['mod', 'download', '-json', module], {
    env: go.env,
    signal: context.signal,
  });
  const { Dir: folder } = JSON.parse(output) as { readonly Dir?: string };
  if (folder === undefined) throw new Error(`Go has no folder of ${module}`);
  return folder;
}
