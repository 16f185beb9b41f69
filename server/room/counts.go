package room

// Counts are how many are in the room, and how many of them are lost at the step that is shown. Who presents
// is not counted.
func (c *Class) Counts() (followers, lost int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v := c.room.View(c.room.presenter)
	return v.Followers, v.Lost
}
