/**
 * What an upgrade does with data folders, as the site's user:
 *   copy FROM TO      copies the data, beside a running site
 *   hold FROM [TO]    stops writes, copies, says `held`; writes go on when its input ends
 *   later NEW OLD     lists what OLD lacks; carry NEW OLD copies sign-ups and messages into it
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
