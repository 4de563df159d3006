/** Works out throws beside the page, so that nothing on it waits. */
import type { Throw } from './course'
import { roll } from './roll'

self.onmessage = ({ data }: MessageEvent<Throw>) => {
  const course = roll(data)
  self.postMessage(course, { transfer: [course.poses.buffer] })
}
