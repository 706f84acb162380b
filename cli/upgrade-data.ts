/**
 * The steps of an upgrade that read or write data folders; they run as the site's user:
 *   copy FROM TO      copies the data while the site may run
 *   hold FROM [TO]    blocks writes, copies, prints `held`; the end of standard input unblocks writes
 *   later NEW OLD     lists the changes that OLD lacks; carry NEW OLD copies sign-ups and messages to OLD
 */
import { copyData, lockWrites } from "#server/backends/copy-data.ts";
import { carryLaterData, describeLater } from "#server/backends/later-data.ts";

const [verb, one = "", other = ""] = process.argv.slice(2);
if (verb === "copy") copyData(one, other);
else if (verb === "later") process.stdout.write(describeLater(one, other));
else if (verb === "carry") await carryLaterData(one, other);
else if (verb === "hold") {
  const held = await lockWrites(one);
  if (other) copyData(one, other);
  process.stdout.write("held\n");
  process.stdin.resume().once("end", () => held.close());
}
