/**
 * @param usage printed for wrong arguments
 * @param main returns the exit code, or null for wrong arguments
 */
export async function runCommand(
  usage: string,
  main: (args: string[]) => number | null | Promise<number | null>,
): Promise<void> {
  try {
    const code = await main(process.argv.slice(2));
    if (code === null) process.stderr.write(usage);
    process.exitCode = code ?? 2;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
