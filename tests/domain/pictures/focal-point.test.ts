import { describe, expect, it } from "vitest";
import { focalPointAt, focalPointCoordinates, focalPointIn } from "#domain/pictures/focal-point.ts";

describe("the focus point", () => {
  it.each([
    ["0 0", { x: 0, y: 0 }],
    ["10 10", { x: 10, y: 10 }],
    ["3 7", { x: 3, y: 7 }],
    ["10 0", { x: 10, y: 0 }],
  ])("is read: %s", (text, point) => {
    expect(focalPointCoordinates(text)).toEqual(point);
    expect(focalPointIn(text)).toBe(text);
  });

  it.each(["", "3", "3  7", " 3 7", "3 7 ", "3 7\n", "11 0", "0 11", "-1 0", "03 7", "3.5 7", "3,7", "٣ ٧", "x y"])(
    "is the middle for an invalid text: %j",
    (text) => {
      expect(focalPointCoordinates(text)).toBeNull();
      expect(focalPointIn(text)).toBe("");
    },
  );

  it("of a tap is the nearest tenth inside the picture", () =>
    expect([focalPointAt(0.34, 0.66), focalPointAt(-0.5, 1.5), focalPointAt(1, 0)]).toEqual(["3 7", "0 10", "10 0"]));
});
