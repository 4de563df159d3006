/** Points and directions in space: x to the right, y towards the viewer, z up. */
export interface Vector {
  x: number
  y: number
  z: number
}

export function vector(x: number, y: number, z: number): Vector {
  return { x, y, z }
}

export function cross(a: Vector, b: Vector): Vector {
  return vector(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

export function length(a: Vector): number {
  return Math.hypot(a.x, a.y, a.z)
}

export function scaled(a: Vector, by: number): Vector {
  return vector(a.x * by, a.y * by, a.z * by)
}

/** Turn a direction about an axis: the axis' length is the angle. */
export function turned(a: Vector, by: Vector): Vector {
  const angle = length(by)
  if (angle < 1e-6) return a
  const axis = scaled(by, 1 / angle)
  const cos = Math.cos(angle)
  const side = cross(axis, a)
  const along = (axis.x * a.x + axis.y * a.y + axis.z * a.z) * (1 - cos)
  const sin = Math.sin(angle)
  return vector(
    a.x * cos + side.x * sin + axis.x * along,
    a.y * cos + side.y * sin + axis.y * along,
    a.z * cos + side.z * sin + axis.z * along,
  )
}
