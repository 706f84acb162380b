/**
 * Steps of an upgrade that need access to data folders. The steps run as the site's user:
 *   copy FROM TO      copies the data, also while the site runs
 *   hold FROM [TO]    blocks writes to FROM until standard input ends; copies FROM to TO, if given; prints `held`
 *   later NEW OLD     lists the differences between NEW and OLD
 *   carry NEW OLD     copies new and changed sign-ups and messages from NEW to OLD
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
